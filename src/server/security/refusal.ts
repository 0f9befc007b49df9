/** Why a request gets no answer: a status, and a sentence for people. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: RefusalStatus, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence)
    this.status = status
    this.headers = headers
  }
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 414 | 421 | 500 | 503
