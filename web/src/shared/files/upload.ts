/**
 * Sends a request as fetch does, and tells how much of its body is sent, from 0 to 1. Browsers tell that of an
 * XMLHttpRequest alone.
 */
export function sendWithProgress(onProgress: (part: number) => void) {
  return (address: string, { method = 'POST', headers, body, signal }: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      request.responseType = 'blob';
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
      request.upload.addEventListener('load', () => onProgress(1));
      request.addEventListener('load', () => resolve(responseOf(request)));
      // As fetch does where no answer comes, or it breaks off.
      request.addEventListener('error', () => reject(new TypeError('no answer')));
      request.addEventListener('abort', () => reject(signal?.reason));
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(': ');
    if (name !== '') headers.append(name, value.join(': '));
  }
  return new Response(request.response as Blob, { status: request.status, headers });
}
