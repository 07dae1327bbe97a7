// One file for the pages of administrators alone: each module that is loaded by itself makes the first one of all heavier (adr 0025).

export { FieldsPage } from '@/features/fields/FieldsPage';
export { GroupsPage } from '@/features/groups/GroupsPage';
export { ChannelsPage } from '@/features/receivers/channels/ChannelsPage';
export { WebhooksPage } from '@/features/receivers/webhooks/WebhooksPage';
export { SecurityPage } from '@/features/security/SecurityPage';
