import { CallOrWrite, type ShopContact } from '#shop/values/call-or-write.tsx'

/** Of every page of a link, whether it works or not. */
export const secretHeaders = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

/** The same for every link that does not work. */
export function NoSuchLink({ shop }: { shop: ShopContact }) {
  return (
    <div className="shell grid justify-items-center gap-4 py-12 text-center md:py-20">
      <h1 className="text-3xl">This link does not work</h1>
      <p className="max-w-prose text-lg text-cocoa-soft">
        Part of it may be missing, or it is too old. Please open it again from our email, or call
        us.
      </p>
      <CallOrWrite shop={shop} />
    </div>
  )
}
