/** The known word that an unknown one was probably meant to be; none if the word is short or nothing is close. */
export const closestWord = (word: string, known: Iterable<string>): string | undefined =>
  word.length < 3 ? undefined : [...known].find((candidate) => isClose(word, candidate))

/** One letter too many, one missing, one wrong, or two swapped. */
function isClose(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}
