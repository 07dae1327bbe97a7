import { useQueryClient } from '@tanstack/react-query';
import { nameOf, productStatus } from '@/api/enumerations';
import { invalidate } from '@/api/invalidate';
import type { Project } from '@/records/project/record';
import { formatMoney, marginOf } from '@/shared/format/money';
import { useActionWithToast } from '@/shared/forms/useAction';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { Margin } from '@/shared/ui/records/Amount';
import { Section } from '@/shared/ui/records/Card';
import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { LeadFigure } from '@/shared/ui/records/LeadFigure';
import { type ProjectProduct, projectProducts } from './resource';
import { messages } from './valueMessages';

/** What follows each status; nothing follows the last. */
const nextStatus = {
  [productStatus.WaitingConfirm]: productStatus.InProgress,
  [productStatus.InProgress]: productStatus.Delivered,
  [productStatus.Delivered]: undefined,
} as const;

const once = { text: messages.once, topic: 'one-off-products', of: messages.onceOnly } as const;

/** What a product of a project brings once, and the next step of its delivery. */
export function ProductValue({ product, access }: { product: ProjectProduct; access: Project['access'] }) {
  const { price, cost, status } = product;
  const next = nextStatus[status];
  return (
    <Section
      title={messages.value}
      action={access.setProductStatus && next !== undefined && <NextStatus product={product} next={next} />}
    >
      <LeadFigure amount={price} unit={once}>
        {nameOf(productStatus, status)}
      </LeadFigure>
      {cost !== null && (
        <DefinitionGrid
          facts={[
            { label: messages.cost, value: formatMoney(cost) },
            { label: messages.margin, value: <Margin price={price} margin={marginOf(price, cost)} /> },
          ]}
        />
      )}
    </Section>
  );
}

function NextStatus({ product, next }: { product: ProjectProduct; next: keyof typeof messages.steps }) {
  const client = useQueryClient();
  const { id, version } = product;
  const step = useActionWithToast(async () => {
    const saved = await projectProducts.save(product, { status: next }, version);
    await invalidate(client, 'projectProduct', id);
    notify.success(messages.isNow(product.product.name, nameOf(productStatus, next)), undoOfAnswer(saved));
  });
  return (
    <Button busy={step.status === 'in progress'} onClick={() => void step.run()}>
      {messages.steps[next]}
    </Button>
  );
}
