import { templateLabels as ofBoth } from './templateMessages';

export const templateLabels = ofBoth;
