/** Four digits, for the customer and the recipient. */
export function DeliveryCode({ code }: { code: string }) {
  return (
    <p>
      The rider asks for this code:{' '}
      <strong className="font-semibold tabular-nums" translate="no">
        {code}
      </strong>
    </p>
  )
}
