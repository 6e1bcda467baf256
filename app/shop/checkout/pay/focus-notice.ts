/** As the `ref` of a notice: it appears above what was pressed, so the focus and the page go to it. */
export function bringIntoSight(notice: HTMLElement | null) {
  notice?.focus()
}
