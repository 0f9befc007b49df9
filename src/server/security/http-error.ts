/** An error with an HTTP status and a message for users. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: HttpErrorStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: HttpErrorStatus, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence)
    this.status = status
    this.headers = headers
  }
}

export type HttpErrorStatus = 400 | 401 | 403 | 404 | 405 | 414 | 421 | 500 | 503
