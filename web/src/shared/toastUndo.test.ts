import { expect, it } from 'vitest';
import { noteChangeOfAnswer, undoOfAnswer, undoRequest } from './toast';

it('offers to take back what a call changed, by its answer', () => {
  const answer = { name: 'Acme' };
  noteChangeOfAnswer(7, answer);
  const action = undoOfAnswer(answer, { done: 'Acme is back.' });
  expect(action).toMatchObject({ label: 'Undo', command: 'undo' });
  action?.run();
  expect(undoRequest.get()).toEqual({ target: { seq: 7 }, done: 'Acme is back.' });
});

it('keeps the Undo of two actions apart that are answered at the same moment', () => {
  const [first, second] = [{ name: 'Acme' }, { name: 'Acme' }];
  noteChangeOfAnswer(7, first);
  noteChangeOfAnswer(8, second);
  undoOfAnswer(first)?.run();
  expect(undoRequest.get()).toEqual({ target: { seq: 7 } });
  undoOfAnswer(second)?.run();
  expect(undoRequest.get()).toEqual({ target: { seq: 8 } });
});

it('offers nothing for a call that changed nothing', () => {
  noteChangeOfAnswer(7, { name: 'Acme' });
  noteChangeOfAnswer(8, undefined);
  expect(undoOfAnswer({ name: 'Acme' })).toBeUndefined();
});
