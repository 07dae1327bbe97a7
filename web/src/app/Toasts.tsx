import 'react-toastify/ReactToastify.css';
import './Toasts.css';
import { Slide, ToastContainer } from 'react-toastify/unstyled';

/** The unstyled build is used because the plain one injects a style element, which the CSP forbids. */
export function Toasts() {
  return (
    <ToastContainer
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      closeOnClick={false}
      hideProgressBar
      transition={Slide}
      pauseOnFocusLoss
      aria-label="Notifications"
    />
  );
}
