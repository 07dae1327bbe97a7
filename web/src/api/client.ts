import { base } from '@/base';
import { ApiError, type Problem } from './errors';
import type { paths } from './schema.gen';
import { translateProblem } from './serverTexts';

/**
 * The one way to the server. Paths, parameters, bodies and answers are checked
 * against the generated contract; what is not a success is thrown as ApiError,
 * after `onFailure` has done what holds for every screen (errors.ts).
 */
const apiAddress = `${base}api/v1`;

/** The milliseconds after which a request without an answer is given up. */
const longestWait = 100_000;

type Method = 'get' | 'post' | 'put' | 'delete';

type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<P extends keyof paths, M extends Method> = paths[P] extends Record<M, infer O> ? O : never;

type PathOption<O> = O extends { parameters: { path: infer P } } ? { path: P } : unknown;
type QueryOption<O> = O extends { parameters: { query?: infer Q } } ? { query?: Q } : unknown;
type BodyOption<O> = O extends { requestBody: infer R }
  ? { body: Sent<R> }
  : O extends { requestBody?: infer R }
    ? [NonNullable<R>] extends [never]
      ? unknown
      : { body?: Sent<NonNullable<R>> }
    : unknown;
type Sent<R> = R extends { content: { 'application/json': infer B } } ? B : Blob;

/** What a call answers, for example `AnswerOf<'/company/{id}', 'get'>`. */
export type AnswerOf<P extends PathWith<M>, M extends Method> = Answer<Operation<P, M>>;

/** What a call takes, for example `BodyOf<'/company', 'post'>`. */
export type BodyOf<P extends PathWith<M>, M extends Method> =
  BodyOption<Operation<P, M>> extends { body?: infer B } ? B : never;

/** What a list is asked for with, for example `QueryOf<'/company'>`. */
export type QueryOf<P extends PathWith<'get'>> = NonNullable<
  QueryOption<Operation<P, 'get'>> extends { query?: infer Q } ? Q : never
>;

type Answer<O> = O extends { responses: infer R }
  ? R[keyof R & (200 | 201 | 202)] extends { content: { 'application/json': infer T } }
    ? T
    : undefined
  : never;

interface CommonOptions {
  /** Given by the query cache, which decides where its failures are told (shared/loading/readFailure.ts). */
  signal?: AbortSignal;
  /** Statuses that the caller deals with itself: they get no global treatment. Even 'all' leaves a refused token to the global treatment. */
  handles?: readonly number[] | 'all';
  /** How it is sent instead of by fetch, for as long as it takes. */
  send?: (address: string, request: RequestInit) => Promise<Response>;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** For a download: instead of reading it at once. */
  readFile?: (response: Response) => Promise<Blob>;
}

type Options<O> = CommonOptions & PathOption<O> & QueryOption<O> & BodyOption<O>;
type OptionsArgument<O> = object extends Options<O> ? [options?: Options<O>] : [options: Options<O>];

export interface Pagination {
  totalItems: number;
  totalPages: number;
  currentPage: number;
  itemsPerPage: number;
}

interface Wiring {
  token: () => string | null;
  /** Aborts when the session ends whose token that is: its requests are given up, and nobody is told. */
  sessionEnd?: () => AbortSignal;
  onFailure: (error: ApiError) => void;
  /** A call changed something, which the server logged under a number. */
  onChange?: (seq: number, answer: unknown) => void;
  /** A page's own record could not be read or saved. */
  onPageFailure?: (error: ApiError) => void;
}

let wiring: Wiring = { token: () => null, onFailure: () => {} };

/** Called once at start: the client knows neither the session nor the router. */
export function connectApi(to: Wiring): void {
  wiring = to;
}

/** Has a failed read treated as any other call. For the query cache, which knows who waits for it. */
export function reportReadFailure(error: ApiError): void {
  wiring.onFailure(error);
}

/** Tells that a page's own record could not be read or saved: a 404 or 500 leads to an error page. */
export function reportPageFailure(error: ApiError): void {
  wiring.onPageFailure?.(error);
}

export const api = {
  get: verb('get'),
  post: verb('post'),
  put: verb('put'),
  delete: verb('delete'),

  /** A list, together with the numbers of its `Pagination` header. */
  list<P extends PathWith<'get'>>(path: P, ...[options]: OptionsArgument<Operation<P, 'get'>>) {
    return call('get', path, options, async (response) => ({
      data: (await readJson(response)) as AnswerOf<P, 'get'>,
      pagination: readPagination(response),
      /** Sums over all pages, where the list has them. */
      totals: readTotals(response),
    }));
  },

  /** A file, such as a CSV export; a plain link could not carry the token. A long file may take its time once it has begun. */
  download<P extends PathWith<'get'>>(path: P, ...[options]: OptionsArgument<Operation<P, 'get'>>) {
    return call('get', path, options, (response, answered) => {
      answered();
      return options?.readFile?.(response) ?? response.blob();
    });
  },
};

function verb<M extends Method>(method: M) {
  return <P extends PathWith<M>>(path: P, ...[options]: OptionsArgument<Operation<P, M>>) =>
    call(method, path, options, (response) => readJson(response) as Promise<AnswerOf<P, M>>);
}

interface AnyOptions extends CommonOptions {
  path?: object;
  query?: object;
  body?: unknown;
}

async function call<T>(
  method: Method,
  path: string,
  options: AnyOptions = {},
  read: (response: Response, answered: () => void) => Promise<T>,
): Promise<T> {
  const token = wiring.token();
  // A request that may outlive the page is the one that ends the session.
  const sessionEnd = token === null || options.keepalive ? undefined : wiring.sessionEnd?.();
  const wait = abortAfter(longestWait, options.signal, sessionEnd);
  try {
    const request = { ...requestOf(method, options, token), signal: wait.signal };
    // What is sent without a token creates nothing, and may be a password.
    const send = options.send ?? (method === 'post' && token !== null ? fetchOnce : fetch);
    if (options.send) wait.answered();
    const response = await send(addressOf(path, options), request);
    if (response.ok) {
      const change = response.headers.get('Change-Seq');
      // Before the answer is read: the event of the change may come meanwhile.
      if (change) ownChanges.add(Number(change));
      const answer = await read(response, wait.answered);
      if (change) wiring.onChange?.(Number(change), answer);
      return answer;
    }
    // A late answer to a token that has since been replaced says nothing about the present session.
    const invalidToken = refusesToken(response) && token === wiring.token();
    throw new ApiError(response.status, await readProblem(response), invalidToken);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    if (sessionEnd?.aborted) throw new ApiError(401);
    const failure = error instanceof ApiError ? error : noAnswer(error, wait.isOver());
    if (!isHandledByCaller(failure, options)) wiring.onFailure(failure);
    throw failure;
  } finally {
    wait.end();
  }
}

/** A signal that aborts when one of others does, or after a time. By hand: `AbortSignal.any` is younger than our oldest browsers. */
function abortAfter(milliseconds: number, ...others: (AbortSignal | undefined)[]) {
  const controller = new AbortController();
  const follow = () => controller.abort(others.find((other) => other?.aborted)?.reason);
  if (others.some((other) => other?.aborted)) follow();
  for (const other of others) other?.addEventListener('abort', follow);
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, milliseconds);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    answered: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      for (const other of others) other?.removeEventListener('abort', follow);
    },
  };
}

function requestOf(method: Method, { body, keepalive }: AnyOptions, token: string | null) {
  const headers = new Headers({ DateTimeISO: new Date().toISOString() });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);

  const request: RequestInit & { headers: Headers } = { method: method.toUpperCase(), headers };
  if (keepalive) request.keepalive = true;
  if (body instanceof Blob) {
    request.body = body;
  } else if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(body);
  }
  return request;
}

/** fetch throws a TypeError when no answer comes or it breaks off; anything else is a defect of ours. */
function noAnswer(error: unknown, isTimeOver: boolean): ApiError {
  if (isTimeOver) return new ApiError(408);
  if (error instanceof TypeError) return new ApiError(0);
  throw error;
}

function addressOf(path: string, { path: values = {}, query = {} }: AnyOptions): string {
  let address = apiAddress + path;
  for (const [name, value] of Object.entries(values)) {
    address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const search = queryString(query);
  return search === '' ? address : `${address}?${search}`;
}

/** The query of a call as it is sent, for what keeps it: a bulk action, a saved view. */
export function queryString(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.toString();
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** Something between us and the server may answer with a page of its own: then there is nothing to tell. */
async function readProblem(response: Response): Promise<Problem> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? translateProblem(body as Problem) : {};
  } catch {
    return {};
  }
}

function refusesToken(response: Response): boolean {
  return response.status === 401 && /\binvalid_token\b/.test(response.headers.get('WWW-Authenticate') ?? '');
}

function isHandledByCaller({ status, invalidToken }: ApiError, { handles = [], signal }: AnyOptions): boolean {
  if (handles === 'all' || signal) return !invalidToken;
  return handles.includes(status);
}

function readPagination(response: Response): Pagination {
  const header = response.headers.get('Pagination');
  if (header === null) throw new Error(`The list at ${response.url} came without its Pagination header.`);
  return JSON.parse(header) as Pagination;
}

function readTotals(response: Response): unknown {
  const header = response.headers.get('Totals');
  return header === null ? undefined : JSON.parse(header);
}

/** The numbers under which the server logged the changes of this page: their events are no news here. */
export const ownChanges = new Set<number>();

/** The keys of requests that may have been done without our hearing of it, by what was sent. */
const unheard = new Map<string, string>();

/**
 * Fetches with an Idempotency-Key. What is sent again, unchanged, because the answer was lost has the key of the first
 * time: the server then answers what that one made instead of making it twice.
 */
async function fetchOnce(address: string, request: RequestInit & { headers: Headers }): Promise<Response> {
  const sent = `${address} ${request.body}`;
  const key = unheard.get(sent) ?? newKey();
  request.headers.set('Idempotency-Key', key);
  unheard.set(sent, key);
  const response = await fetch(address, request);
  // A 500 and what a proxy answers by itself do not tell what was done.
  if (response.status < 500) unheard.delete(sent);
  return response;
}

/** By hand: browsers have randomUUID only for pages that came over HTTPS or from this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
