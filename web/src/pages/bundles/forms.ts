// One file for all forms of records, which have most of their parts in common (adr 0025).
export * from '@/pages/companyForms';
export * from '@/pages/projectForms';
export { EditProductPage, NewProductPage, NewSubscriptionPage } from '@/records/catalogue/forms';
export { CompanyAddressPage, EditCompanyPage, NewCompanyPage } from '@/records/company/forms';
export { EditProjectPage, NewProjectPage } from '@/records/project/forms';
export { EditUserPage, NewUserPage, UserAddressPage } from '@/records/user/forms';
