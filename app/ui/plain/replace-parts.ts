/** Brings the parts of a page up to date, by the page as it was read again. A part is an element with `data-part`, its name. */
export function replaceParts(page: ParentNode, read: ParentNode) {
  for (const part of page.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = read.querySelector(`[data-part="${part.dataset.part}"]`)
    if (fresh && fresh.innerHTML !== part.innerHTML) {
      part.innerHTML = fresh.innerHTML
    }
  }
}
