export { RequestResetForm as Component } from '@/features/account/RequestResetForm';
