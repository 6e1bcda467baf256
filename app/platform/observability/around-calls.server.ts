/** The same object, with something done around each call of these methods of it, which answer promises. */
export function wrapCalls<Target extends object>(
  target: Target,
  methods: readonly (keyof Target & string)[],
  around: (method: string, run: () => Promise<unknown>) => Promise<unknown>,
): Target {
  const names = new Set<string | symbol>(methods)
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name)
      if (!names.has(name) || typeof value !== 'function') return value
      return (...args: unknown[]) => around(String(name), () => value.apply(of, args))
    },
  })
}
