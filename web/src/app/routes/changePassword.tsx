export { ResetPasswordForm as Component } from '@/features/account/ResetPasswordForm';
