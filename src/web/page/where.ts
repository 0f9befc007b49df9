/** Marks in the outline the turn that is being read. */
export function startWhere(): void {
  const links = new Map(
    [...document.querySelectorAll('#outline .turn-item > a[href^="#"]')].map((link) => [
      link.getAttribute('href')?.slice(1) ?? '',
      link,
    ]),
  )
  if (links.size === 0) return
  const seen = new Set<Element>()
  let current: Element | undefined
  const observer = new IntersectionObserver(
    (changes) => {
      for (const {target, isIntersecting} of changes) {
        if (isIntersecting) seen.add(target)
        else seen.delete(target)
      }
      const first = [...seen].sort((a, b) =>
        a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
      )[0]
      const link = first && links.get(first.id)
      if (!link || link === current) return
      current?.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
      current = link
      keepInSight(link)
    },
    // The line that is read is in the upper third.
    {rootMargin: '-20% 0px -65% 0px'},
  )
  for (const turn of document.querySelectorAll('.turn[id]')) observer.observe(turn)
}

/** Scrolls the outline and nothing else. */
function keepInSight(link: Element): void {
  const rail = document.getElementById('outline')
  if (!rail) return
  const [box, all] = [link.getBoundingClientRect(), rail.getBoundingClientRect()]
  if (box.top < all.top + 40) rail.scrollTop -= all.top + 40 - box.top
  else if (box.bottom > all.bottom - 40) rail.scrollTop += box.bottom - all.bottom + 40
}
