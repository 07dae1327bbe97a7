// One file for the pages of administrators alone: each module that is loaded by itself makes the first one of all heavier (adr 0025).
export { ChannelsPage } from '@/features/channels/ChannelsPage';
export { FieldsPage } from '@/features/fields/FieldsPage';
export { GroupsPage } from '@/features/groups/GroupsPage';
export { SecurityPage } from '@/features/security/SecurityPage';
export { WebhooksPage } from '@/features/webhooks/WebhooksPage';
