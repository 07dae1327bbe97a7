import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { readRefusal } from './refusal';

const rules = { name: { label: 'Name', checks: [] } };

describe('readRefusal', () => {
  it('warns when there was no response', () => {
    expect(readRefusal(new ApiError(0), rules)).toEqual({
      fields: {},
      banner: { tone: 'warn', message: 'Network Error!', lines: [] },
    });
  });

  it('gives a 400 to its fields, and what no field can show to the banner', () => {
    const refusal = readRefusal(
      new ApiError(400, { errors: { Name: ['Name field is required.'], Ghost: ['Ghost is odd.'] } }),
      rules,
    );
    expect(refusal?.fields).toEqual({ name: 'Name field is required.' });
    expect(refusal?.banner?.lines).toEqual([{ text: 'Ghost is odd.' }]);
  });

  it('shows the context of a 422', () => {
    const refusal = readRefusal(
      new ApiError(422, {
        type: 'about:blank',
        title: 'Unprocessable',
        status: 422,
        code: 'company_removed',
        error: 'The company is being removed.',
        reason: 'Restore it first.',
        removedAt: '2026-11-14',
        blockedBy: ['a', 'b'],
      }),
      rules,
    );
    expect(refusal?.banner).toEqual({
      tone: 'bad',
      message: 'The company is being removed.',
      lines: [
        { text: 'Restore it first.' },
        { label: 'Removed at', text: '2026-11-14' },
        { label: 'Blocked by', text: 'a, b' },
      ],
    });
  });

  it('tells a wrong sign-in, but not an ended session', () => {
    expect(readRefusal(new ApiError(401, { error: 'Wrong.' }), rules)?.banner.message).toBe('Wrong.');
    expect(readRefusal(new ApiError(401, {}, true), rules)).toBeUndefined();
  });

  it.each([
    [413, 'The server answered with status 413.', 'This is more than the server takes.'],
    [415, 'The server answered with status 415.', 'What you typed is still here.'],
    [418, 'The server answered with status 418.', 'What you typed is still here.'],
  ])('tells what happened and what to do after %i', (status, message, advice) => {
    const banner = readRefusal(new ApiError(status), rules)?.banner;
    expect(banner).toMatchObject({ tone: 'bad', message });
    expect(banner?.lines.map(({ text }) => text)).toEqual([expect.stringContaining(advice)]);
  });

  it("shows a proxy's own words before the advice", () => {
    const banner = readRefusal(new ApiError(451, { title: 'Blocked', ticket: 7 }), rules)?.banner;
    expect(banner).toMatchObject({ message: 'Blocked', lines: [{ label: 'Ticket', text: '7' }, {}] });
  });

  it.each([404, 408, 500, 504])('leaves %i of a page to the app', (status) => {
    expect(readRefusal(new ApiError(status), rules)).toBeUndefined();
  });

  it.each([
    [403, 'You may not do this.'],
    [429, 'Too many requests. Please wait a moment and try again.'],
    [503, 'The server is busy. Please try again in a moment.'],
    [507, 'The server has no space left to store this.'],
  ])('tells of %i on the form', (status, message) => {
    expect(readRefusal(new ApiError(status), rules)?.banner).toEqual({ tone: 'bad', message, lines: [] });
    const reason = 'Because.';
    expect(readRefusal(new ApiError(status, { reason }), rules)?.banner.message).toBe(reason);
  });

  it('leaves a failure that is no answer to others', () => {
    expect(readRefusal(new TypeError('defect'), rules)).toBeUndefined();
  });
});
