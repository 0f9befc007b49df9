/** Somebody who has the address that a viewer printed. */
export interface ViewerClient {
  /** Asks for a path with the token of the address. */
  get(path: string, options?: {readonly signal?: AbortSignal}): Promise<Response>
}

/** Visits a viewer by the address that it printed. */
export function viewerClient(address: string): ViewerClient {
  const {origin, searchParams} = new URL(address)
  const token = searchParams.get('token')
  const headers: Record<string, string> = token === null ? {} : {authorization: `Bearer ${token}`}
  return {get: (path, options = {}) => fetch(`${origin}${path}`, {headers, ...options})}
}
