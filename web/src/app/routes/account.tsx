export { AccountPage as Component } from '@/features/account/AccountPage';
