/** As long as the server takes a text to search for. */
export const longestSearch = 128;
