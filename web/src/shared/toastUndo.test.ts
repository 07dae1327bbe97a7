import { expect, it } from 'vitest';
import { forgetOwnChange, noteOwnChange, undoLastChange, undoRequest } from './toast';

it('offers to take back what the action at hand has changed', () => {
  noteOwnChange(7);
  const action = undoLastChange({ done: 'Acme is back.' });
  expect(action).toMatchObject({ label: 'Undo', command: 'undo' });
  // Another action may have begun by the time the toast is pressed.
  forgetOwnChange();
  action?.run();
  expect(undoRequest.get()).toEqual({ target: { seq: 7 }, done: 'Acme is back.' });
});

it('offers nothing for an action that has changed nothing', () => {
  noteOwnChange(7);
  forgetOwnChange();
  expect(undoLastChange()).toBeUndefined();
});
