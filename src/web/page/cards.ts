/** Filters the cards of an index: all words have to be on a card, in any order. */
export function startCardFilter(input: HTMLInputElement): void {
  const output = document.querySelector('.hits')
  const cards = [...document.querySelectorAll('.card')].flatMap((card) => {
    const project = card.closest('.project')
    if (!(card instanceof HTMLElement) || !(project instanceof HTMLElement)) return []
    const name = project.querySelector('h2')?.textContent ?? ''
    return [{card, project, text: `${name} ${card.textContent ?? ''}`.toLowerCase()}]
  })
  const projects = new Set(cards.map(({project}) => project))
  const filter = (): void => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const shown = new Set<HTMLElement>()
    let count = 0
    for (const {card, project, text} of cards) {
      card.hidden = !words.every((word) => text.includes(word))
      if (card.hidden) continue
      shown.add(project)
      count += 1
    }
    for (const project of projects) project.hidden = !shown.has(project)
    if (output) output.textContent = words.length === 0 ? '' : `${count} of ${cards.length}`
  }
  input.addEventListener('input', filter)
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    input.value = ''
    filter()
  })
  filter()
}
