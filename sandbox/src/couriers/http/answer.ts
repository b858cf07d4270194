export type Answer = {
  status: number;
  type: string;
  body: string | Buffer;
  headers?: Record<string, string>;
  /** Why the request is malformed or unknown; it is then listed on the page of refused requests. */
  malformed?: string;
};

export const json = (body: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

export const html = (body: string, status = 200): Answer => ({ status, type: 'text/html; charset=utf-8', body });

export const pdf = (body: Buffer): Answer => ({ status: 200, type: 'application/pdf', body });

export const malformed = (why: string, answer: Answer): Answer => ({ ...answer, malformed: why });

/** The error page of a gateway in front of a courier. */
export function gatewayPage(status: number, words: string, server: string): Answer {
  const title = `${status} ${words}`;
  return html(
    `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>${server}</center>\r\n</body>\r\n</html>\r\n`,
    status,
  );
}

export const tooMany = (answer: Answer): Answer => ({ ...answer, status: 429, headers: { 'retry-after': '2' } });
