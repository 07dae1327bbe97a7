export { LoginForm } from '@/features/account/LoginForm';
export { RequestResetForm } from '@/features/account/RequestResetForm';
export { ResetPasswordForm } from '@/features/account/ResetPasswordForm';
export { AuthLayout } from '../AuthLayout';
