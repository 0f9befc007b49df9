import type {Page} from 'playwright-core'

/**
 * Does to a page what a curious reader would do to all of it at once: opens every fold, points at, focuses and
 * clicks whatever listens by an attribute, and follows every address that is no place. Needs JavaScript.
 */
export async function triggerHandlers(page: Page): Promise<void> {
  await page.evaluate(triggerScript)
  await page.waitForTimeout(100)
}

/** Function of a window that provokes its document; a text, for the tests know no DOM. */
export const triggerScript = `(() => {
  const doc = window.provoked ?? document
  for (const fold of doc.querySelectorAll('details')) fold.open = true
  const places = ['href', 'xlink:href', 'action', 'formaction']
  const isPlace = (address) => /^[\\s]*(https?:|mailto:|file:|[^:]*$|[^:]*[/?#])/i.test(address)
  for (const element of doc.querySelectorAll('*')) {
    for (const {name} of [...element.attributes]) {
      if (!name.startsWith('on')) continue
      const event = name.slice(2)
      const kind = /^(click|auxclick|mouse|pointer|context)/.test(event) ? MouseEvent : Event
      element.dispatchEvent(new kind(event, {bubbles: false, cancelable: true}))
    }
    const address = places.map((name) => element.getAttribute(name)).find((value) => value !== null)
    const animated = element.querySelector?.(':scope > animate[attributeName=href]')
    if (animated || (address !== undefined && !isPlace(address))) {
      const target = element.matches('form') ? element.querySelector('button') : element
      target?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))
    }
  }
})()`

/**
 * What can be in a page's document and must never come from a transcript: handlers, frames, addresses that run, parts
 * from abroad, scripts and styles. The page's own scripts and styles are left out by `own`, a selector.
 */
export async function findPageDangers(
  page: Page,
  own = 'head script, head style',
): Promise<readonly string[]> {
  return page.evaluate(`((own) => {
    const say = (element, why) => why + ': ' + element.outerHTML.slice(0, 200)
    const found = []
    const never = 'script, style, link, meta, base, iframe, frame, frameset, object, embed, applet, portal, foreignObject, animate, set, noscript'
    for (const element of document.body?.querySelectorAll(never) ?? [])
      if (!element.matches(own)) found.push(say(element, 'element'))
    for (const element of document.head?.querySelectorAll('script, style, link, base, meta[http-equiv=refresh i]') ?? [])
      if (!element.matches(own)) found.push(say(element, 'element in the head'))
    const links = /^(https?:|mailto:|#|[.]{0,2}\\/(?!\\/)|[^:/?#\\\\]+([/?#]|$)|$)/i
    const parts = /^(data:image\\/(png|jpeg|gif|webp|avif)[;,]|blob:|[.]{0,2}\\/(?!\\/)|[\\w%.-]+(\\/|$)|#|$)/i
    for (const element of document.querySelectorAll('*'))
      for (const {name, value} of element.attributes) {
        if (/^on/i.test(name)) found.push(say(element, 'handler ' + name))
        if (/^(href|xlink:href|action|formaction|ping|cite)$/i.test(name) && !links.test(value))
          found.push(say(element, 'address ' + value.slice(0, 80)))
        if (/^(src|srcset|poster|background|data|srcdoc|manifest)$/i.test(name) && !parts.test(value))
          found.push(say(element, 'part ' + value.slice(0, 80)))
        if (name === 'style' && /url\\(|expression|@import|behavior|-moz-binding/i.test(value))
          found.push(say(element, 'style ' + value.slice(0, 80)))
      }
    return found
  })(${JSON.stringify(own)})`)
}
