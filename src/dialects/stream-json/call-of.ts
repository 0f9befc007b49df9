/** The call that an id names. The id of a heartbeat is the call's own with a suffix. */
export const callOf = (id: string | undefined): string | undefined => id?.replace(/-heartbeat-\d+$/, '')
