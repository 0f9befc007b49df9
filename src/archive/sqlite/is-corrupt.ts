/** Tells whether an error means that a database is broken, and not that it was used wrongly or is busy. */
export const isCorrupt = (error: unknown): boolean =>
  error instanceof Error &&
  /malformed|not a database|file is encrypted|disk image|corrupt/i.test(error.message)
