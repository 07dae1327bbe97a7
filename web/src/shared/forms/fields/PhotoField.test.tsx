import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors';
import { lastActionTakesPage, renderAt } from '@/testApp';
import { PhotoField } from './PhotoField';

it.each([404, 500])('leaves a %i to the page, of a photo that is chosen or removed', async (status) => {
  const fail = async () => {
    throw new ApiError(status);
  };
  const { user, client } = renderAt('/', <PhotoField preview={null} hasPhoto onUpload={fail} onRemove={fail} />);
  await user.upload(screen.getByLabelText('Photo file'), new File(['x'], 'ann.png', { type: 'image/png' }));
  await waitFor(() => expect(lastActionTakesPage(client)).toBe(true));
  client.getMutationCache().clear();
  await user.click(screen.getByRole('button', { name: 'Remove photo' }));
  await waitFor(() => expect(lastActionTakesPage(client)).toBe(true));
});
