import type {MediaSource} from '../../page/index.ts'

/** The image a program printed as a `data:` address, or nothing where the text is something else. */
export function imageOf(printed: string): MediaSource | undefined {
  const address = printed.trim()
  const mediaType = /^data:(image\/[\w.+-]{1,40});base64,/.exec(address)?.[1]
  if (mediaType === undefined) return undefined
  return {kind: 'base64', mediaType, data: address.slice(address.indexOf(',') + 1)}
}
