/** The id of progress itself, such as `bash-progress-0` (2.1.203), and of no call. */
const ownId = /^[a-z]+(?:-[a-z]+)*-progress-\d+$/i

/**
 * The call that a record is about. The id of a heartbeat is the call's own with a suffix; progress with an id of its own
 * names the call as its parent.
 */
export const callOf = (id: string | undefined, parent: string | undefined): string | undefined =>
  id !== undefined && ownId.test(id) ? parent : id?.replace(/-heartbeat-\d+$/, '')
