import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { holdDocument, waitWhileOffline } from './ui/connection.ts'

/**
 * Keeps React working on a page that its browser translates or an extension rewrites. They put `<font>` elements in the
 * place of texts that React remembers. Then React fails when it removes such a text or inserts before it, and a text that it
 * changes is not seen. React offers no place for this but the methods of the DOM: decisions/087.
 */
function surviveTranslation() {
  /** What stands in the place of a text. */
  const replacements = new WeakMap<Node, readonly ChildNode[]>()
  const used = new WeakSet<Node>()

  const isNewFont = (node: Node | null) => node?.nodeName === 'FONT' && !used.has(node)

  function replacementIn({ addedNodes, previousSibling, nextSibling }: MutationRecord) {
    const found = [...addedNodes] as ChildNode[]
    if (found.length > 0) return found
    for (let node = previousSibling; isNewFont(node); node = node?.previousSibling ?? null)
      found.unshift(node as ChildNode)
    return found.length === 0 && isNewFont(nextSibling) ? [nextSibling as ChildNode] : found
  }

  function removeReplacement(text: Node) {
    for (const node of replacements.get(text) ?? []) node.remove()
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) {
      const { type, target, addedNodes, removedNodes } = record
      // React has changed a text that is not on the page.
      if (type === 'characterData') {
        replacements.get(target)?.[0]?.before(target)
        removeReplacement(target)
      }
      for (const node of addedNodes) removeReplacement(node)
      for (const node of removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.isConnected) continue
        const replacement = replacementIn(record)
        for (const one of replacement) used.add(one)
        replacements.set(node, replacement)
        observer.observe(node, { characterData: true })
      }
    }
  })
  observer.observe(document, { childList: true, subtree: true })

  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function (node, before) {
    let place: Node | null = before
    if (before && before.parentNode !== this) place = replacements.get(before)?.[0] ?? before
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, node, place) as typeof node
  }
  Node.prototype.removeChild = function (child) {
    if (child.parentNode === this) return removeChild.call(this, child) as typeof child
    const shown = replacements.get(child) ?? [child as Node as ChildNode]
    for (const one of shown) one.remove()
    return child
  }
}

surviveTranslation()
holdDocument()
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[waitWhileOffline]} />
    </StrictMode>,
  )
})
