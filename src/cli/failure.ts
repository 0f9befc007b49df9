/** A command that could not do its work, with the exit code that says so: 1 failed, 2 used wrongly. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2) {
    super(message)
    this.exitCode = exitCode
  }
}

/** A failure that was said when it happened; only its exit code is left. */
export class ReportedFailure extends Failure {
  constructor() {
    super('', 1)
  }
}
