import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors';
import { FailedQuery } from './ErrorState';

const failed = (error: Error) => ({ error, isFetching: false, refetch: vi.fn() });

it('names the roles that would do where the server refuses', () => {
  const problem = { reason: 'Your role does not allow this.', needs: ['Owner', 'Manager', 'Administrator'] };
  render(<FailedQuery query={failed(new ApiError(403, problem))} message="Not loaded." />);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Your role does not allow this. It needs the role Owner or Manager, or an administrator.',
  );
});

it('says what could not be read after any other failure', () => {
  render(<FailedQuery query={failed(new ApiError(503))} message="Not loaded." />);
  expect(screen.getByRole('alert')).toHaveTextContent('Not loaded.');
});
