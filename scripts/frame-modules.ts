interface ModuleGraph {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

const known = new Map<string, boolean>()

/** Whether app/root.tsx needs this module at once, itself or through others: then every page does. */
export function isOfTheFrame(id: string, graph: ModuleGraph): boolean {
  if (/\/app\/root\.tsx/.test(id)) return true
  // The list of all icons imports each of them, but a page gets those alone that it names.
  if (/lucide-react\/dist\/esm\/lucide-react/.test(id)) return false
  const before = known.get(id)
  if (before !== undefined) return before
  // Two that import each other are of the frame by a third, or not at all.
  known.set(id, false)
  const importers = [...(graph.getModuleInfo(id)?.importers ?? [])]
  const is = importers.some((importer) => isOfTheFrame(importer, graph))
  known.set(id, is)
  return is
}
