import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rolesByRight } from '@/api/roles.gen';
import { type Lack, NeedsRole, RecordNeeds } from './needs';
import type { Resource, Shape } from './resource';

const account = vi.hoisted(() => ({ email: 'ada@example.com', isAdmin: false }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const lines = () => screen.queryAllByText(/need/).map(({ textContent }) => textContent);

it('says at once what the same roles would do, and who else would', () => {
  const lacks: Lack[] = [
    { doing: 'edit', roles: rolesByRight.editSubscriptions },
    { doing: 'remove', roles: rolesByRight.attach },
  ];
  const { rerender } = render(<NeedsRole lacks={lacks} />);
  expect(lines()).toEqual([
    'Editing needs the role Owner, Manager, or Support. Removing needs the role Owner or Manager.',
  ]);
  rerender(<NeedsRole lacks={[{ doing: 'edit' }, { doing: 'remove' }]} />);
  expect(lines()).toEqual(['Editing and removing need an administrator.']);
  rerender(<NeedsRole lacks={[]} />);
  expect(lines()).toEqual([]);
});

it('tells of a record what the user may not do with it', () => {
  const show = (mayEdit: boolean, mayRemove: boolean, isRemoved = false) => {
    const resource = {
      mayEdit: () => mayEdit,
      removal: { may: () => mayRemove },
      needs: { edit: rolesByRight.edit },
    } as unknown as Resource<Shape>;
    const { unmount } = render(
      <RecordNeeds resource={resource} record={{ version: 1, createdAt: '2026-11-14T10:00:00Z', isRemoved }} />,
    );
    const shown = lines();
    unmount();
    return shown;
  };
  expect(show(true, true)).toEqual([]);
  expect(show(true, false)).toEqual(['Removing needs an administrator.']);
  expect(show(false, false)).toEqual(['Editing needs the role Owner or Manager. Removing needs an administrator.']);
  expect(show(true, false, true)).toEqual([]);
});
