import type { z } from 'zod'

/** A response that is JSON already, of just the fields that the call declares: whoever wrote it answers for that. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A file or stream to send. */
export interface FileResponse {
  type: string
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string
  /** Saved under this name; without one it is shown in place. */
  name?: string
}

/** Sends only what is declared. */
export function jsonOf({ response }: { response: z.ZodType }, result: unknown): string {
  return result instanceof JsonText ? result.text : JSON.stringify(response.parse(result))
}

export function jsonResponse(
  text: string,
  { responseHeaders }: { responseHeaders: Headers },
): Response {
  responseHeaders.set('content-type', 'application/json; charset=utf-8')
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  return new Response(text, { headers: responseHeaders })
}

export function fileResponse(
  { type, body, name }: FileResponse,
  { responseHeaders }: { responseHeaders: Headers },
) {
  responseHeaders.set('content-type', type)
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  if (name) responseHeaders.set('content-disposition', `attachment; filename="${name}"`)
  return new Response(body, { headers: responseHeaders })
}
