import './shared/styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { RouterContext } from '@/shared/navigation/useUrlParams';
import { followSession, openSession } from './app/bootstrap';
import { reportClientErrors } from './app/clientErrors';
import { createAppRouter } from './app/router';
import { applyStoredTheme } from './shared/theme';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id root.');

applyStoredTheme();
openSession(() => router);
const router = createAppRouter();
followSession(router);

createRoot(root, reportClientErrors()).render(
  <StrictMode>
    <RouterContext value={router}>
      <RouterProvider router={router} />
    </RouterContext>
  </StrictMode>,
);
