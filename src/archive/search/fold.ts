/**
 * A text whose case no longer matters. Every UTF-16 unit stays in its place, so what is found in it stands at the same
 * place in the text: the capital I with a dot becomes a plain i, and a sigma at the end of a word any sigma.
 */
export function fold(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase().replaceAll('\u03c2', '\u03c3')
}
