const pictures = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
export const pdf = 'application/pdf';
export const text = 'text/plain';

/** What the server finds harmless enough to be shown. It finds the type by the content. */
export function isShownInPlace(type: string): boolean {
  return [...pictures, pdf, text].includes(type);
}
