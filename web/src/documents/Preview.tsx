import { useQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useCallback, useEffect, useId, useState } from 'react';
import { api } from '@/api/client';
import type { Document } from '@/records/document/record';
import { failsInPlace } from '@/shared/loading/readFailure';
import { common } from '@/shared/messages';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Modal } from '@/shared/ui/overlays/Modal';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import styles from './Documents.module.css';
import { pdf, text } from './inPlace';
import { messages } from './messages';

/** Characters of a text that are shown. */
const longest = 100_000;

interface PreviewProps {
  document: Document;
  onClose: () => void;
  onDownload: () => void;
}

/** Shows a picture, a PDF or a text above the page. */
export default function Preview({ document, onClose, onDownload }: PreviewProps) {
  const titleId = useId();
  const { id, name, type, sha256 } = document;
  const { data, isError } = useQuery({
    // Not below the documents: a content never changes.
    queryKey: ['documentContent', id, sha256],
    meta: failsInPlace,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.download('/document/{id}/content', { path: { id }, query: { Inline: true }, signal }),
  });
  return (
    <Modal className={styles.preview} label={{ id: titleId }} onClose={onClose}>
      <header>
        <h2 id={titleId} title={name}>
          <bdi>{name}</bdi>
        </h2>
        <IconButton label={messages.download(name)} icon={<Download aria-hidden />} onClick={onDownload} />
        <IconButton label={common.close} icon={<X aria-hidden />} onClick={onClose} />
      </header>
      {isError ? (
        <p role="alert">{messages.preview.failed}</p>
      ) : !data ? (
        <Skeleton height="60vh" />
      ) : type === text ? (
        <TextPreview content={data} />
      ) : (
        <FilePreview content={data} name={name} type={type} />
      )}
    </Modal>
  );
}

function FilePreview({ content, name, type }: { content: Blob; name: string; type: string }) {
  const [isBroken, setBroken] = useState(false);
  const show = useCallback(
    (element: { src: string } | null) => {
      if (!element) return;
      // With the type that was chosen here, whatever the answer said: a browser must not take it for a page of ours.
      const address = URL.createObjectURL(content.slice(0, content.size, type));
      element.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [content, type],
  );
  // Phones have no viewer inside of a page.
  if (isBroken || (type === pdf && navigator.pdfViewerEnabled === false))
    return <p role="alert">{messages.preview.failed}</p>;
  return type === pdf ? (
    <iframe ref={show} title={name} />
  ) : (
    <img ref={show} alt={name} onError={() => setBroken(true)} />
  );
}

function TextPreview({ content }: { content: Blob }) {
  const [shown, setShown] = useState('');
  useEffect(() => {
    let isCurrent = true;
    void content
      .slice(0, longest)
      .text()
      .then((read) => isCurrent && setShown(read));
    return () => {
      isCurrent = false;
    };
  }, [content]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by key */}
      <pre tabIndex={0} dir="auto">
        {shown}
      </pre>
      {content.size > longest && <p>{messages.preview.cut}</p>}
    </>
  );
}
