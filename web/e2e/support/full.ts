/** Whether a test tries everything that it can, which `make prove` asks for, or a sample where it has one. */
const isFull = Boolean(process.env.BTRACKER_TEST_FULL);

/** Chooses what a test tries: all of it in `make prove`, the sample in `make test`. */
export function inFull<Value>(all: Value, sample: Value): Value {
  return isFull ? all : sample;
}
