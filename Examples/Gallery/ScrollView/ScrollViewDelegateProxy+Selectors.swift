// Delegate Inspector
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ProxyCore

extension ScrollViewDelegateProxy {
    /// The requirements of `ScrollViewDelegate`.
    public enum Selectors {
        private static func make<Return>(_ name: String) -> MethodSelector<ScrollViewDelegateProxy, ScrollView, Return>
        {
            MethodSelector(name, of: "ScrollViewDelegate", parameter: "scrollView", traits: .optional)
        }

        /// `scrollViewDidScroll(_:)`
        public static let didScroll: MethodSelector<ScrollViewDelegateProxy, ScrollView, Void> =
            make("scrollViewDidScroll(_:)")
        /// `scrollViewWillBeginDragging(_:)`
        public static let willBeginDragging: MethodSelector<ScrollViewDelegateProxy, ScrollView, Void> =
            make("scrollViewWillBeginDragging(_:)")
        /// `scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)`
        public static let willEndDragging = MethodSelector<
            ScrollViewDelegateProxy, (ScrollView, CGPoint, CGPoint), Void
        >(
            "scrollViewWillEndDragging(_:withVelocity:targetContentOffset:)",
            of: "ScrollViewDelegate",
            parameters: ["scrollView", "velocity", "targetContentOffset"],
            traits: .optional
        )
        /// `scrollViewDidEndDragging(_:willDecelerate:)`
        public static let didEndDragging = MethodSelector<ScrollViewDelegateProxy, (ScrollView, Bool), Void>(
            "scrollViewDidEndDragging(_:willDecelerate:)",
            of: "ScrollViewDelegate",
            parameters: ["scrollView", "decelerate"],
            traits: .optional
        )
        /// `scrollViewDidEndDecelerating(_:)`
        public static let didEndDecelerating: MethodSelector<ScrollViewDelegateProxy, ScrollView, Void> =
            make("scrollViewDidEndDecelerating(_:)")
        /// `scrollViewShouldScrollToTop(_:)`
        public static let shouldScrollToTop: MethodSelector<ScrollViewDelegateProxy, ScrollView, Bool> =
            make("scrollViewShouldScrollToTop(_:)")
        /// `scrollViewDidScrollToTop(_:)`
        public static let didScrollToTop: MethodSelector<ScrollViewDelegateProxy, ScrollView, Void> =
            make("scrollViewDidScrollToTop(_:)")

        /// All selectors.
        public static let all = [
            AnyMethodSelector(didScroll), AnyMethodSelector(willBeginDragging), AnyMethodSelector(willEndDragging),
            AnyMethodSelector(didEndDragging), AnyMethodSelector(didEndDecelerating),
            AnyMethodSelector(shouldScrollToTop), AnyMethodSelector(didScrollToTop),
        ]
    }
}
