/** The bytes of a picture. What is no base64 is passed over, as by all who write pictures into files. */
export function imageBytes(base64: string): Uint8Array<ArrayBuffer> {
  const plain = base64.replace(/[^A-Za-z0-9+/]/g, '')
  // One character more than a group says nothing, and `atob` refuses it.
  const whole = plain.length % 4 === 1 ? plain.slice(0, -1) : plain
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
