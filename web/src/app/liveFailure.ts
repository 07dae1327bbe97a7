export const liveFailure = "Couldn't setup live notifications. Please, refresh the page!";
