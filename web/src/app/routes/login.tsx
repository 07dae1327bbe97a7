export { LoginForm as Component } from '@/features/account/LoginForm';
