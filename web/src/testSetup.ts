import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Only a failure takes it: a machine that has much else to do needs more than the second that is usual.
const patience = 20_000;

configure({ asyncUtilTimeout: patience });
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: patience });

afterEach(cleanup);
