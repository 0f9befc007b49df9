/** Something the archive could not do, in one sentence. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}
